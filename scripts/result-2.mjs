// Translates reports of version 2, `hrglass.result/2`, to version 3, to compare engines of both.

function propertyOf({ evidence, assumption, ...property }) {
  if (property.verdict !== "violated" || !evidence) return property;
  const { status, ...others } = evidence;
  return { ...property, verdict: status === "unconfirmed" ? "suspected" : "violated", evidence: others };
}

/** A report of either version, without the assumptions: version 2 has only one of them. */
export function translatedReport({ schema, ...report }) {
  const isOld = schema === "hrglass.result/2";
  const properties = report.properties.map((property) => (isOld ? propertyOf(property) : { ...property, assumptions: undefined }));
  return { ...report, properties };
}
