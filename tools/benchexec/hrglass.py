"""Tool-info module of hrglass for BenchExec 3, see docs/clusters.md."""

import json

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """hrglass: one task is a program in C with a property file, or a task document without one."""

    # One file, linked statically except for the C library.
    REQUIRED_PATHS = []

    FALSE = {
        "unreach-call": result.RESULT_FALSE_REACH,
        "no-overflow": result.RESULT_FALSE_OVERFLOW,
        "valid-deref": result.RESULT_FALSE_DEREF,
        "valid-free": result.RESULT_FALSE_FREE,
        "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
        "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
    }

    # Of its memory a run may use this part before it ends by itself, with a report.
    MEMORY_PERCENT = 95

    def name(self):
        return "hrglass"

    def executable(self, tool_locator):
        return tool_locator.find_executable("hrglass")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="hrglass ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--format", "json"]
        if task.property_file:
            command += ["--property", task.property_file]
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if model:
            command += ["--data-model", model]
        # The processor is the limit of a run; a little earlier it can still say what is known.
        if rlimits.cputime and "--seconds" not in options:
            command += ["--seconds", str(rlimits.cputime)]
        if rlimits.memory and "--memory" not in options:
            megabytes = rlimits.memory * self.MEMORY_PERCENT // 100 // 2**20
            command += ["--memory", str(max(megabytes, 1))]
        return [*command, *options, *task.input_files]

    def determine_result(self, run):
        reports = _reports(run.output)
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.termination_reason == "memory":
            return "OUT OF MEMORY"
        if run.exit_code.signal is not None:
            return f"{result.RESULT_ERROR} (signal {run.exit_code.signal})"
        if not reports or run.exit_code.value == 4:
            return f"{result.RESULT_ERROR} (no report)"
        if _refused(reports):
            # What is not supported is not known.
            return result.RESULT_UNKNOWN
        properties = reports[0]["properties"]
        violated = [found for found in properties if found["verdict"] == "violated"]
        if violated:
            return self.FALSE.get(violated[0]["kind"], result.RESULT_FALSE_PROP)
        if properties and all(found["verdict"] == "satisfied" for found in properties):
            return result.RESULT_TRUE_PROP
        for found in properties:
            for remedy in found.get("remedies", []):
                if remedy.get("option") == "seconds":
                    return result.RESULT_TIMEOUT
                if remedy.get("option") == "memory":
                    return "OUT OF MEMORY"
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """A member of the first property in the report, such as `reason` or `statistics.blocks.queries`.

        The reason of wrong or unsupported input is the first error."""
        reports = _reports(output)
        if identifier == "reason" and _refused(reports):
            return _refused(reports)
        value = reports[0]["properties"][0] if reports and reports[0]["properties"] else None
        for key in identifier.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return "" if value is None else str(value)


def _refused(reports):
    """Why there is no verdict: several files, each a task of its own for hrglass, or an error."""
    if len(reports) > 1:
        return "several input files are not supported"
    errors = [found for report in reports for found in report["diagnostics"] if found["severity"] == "error"]
    return errors[0].get("message", "an error") if errors else None


def _reports(output):
    """The reports in an output, which may have messages around them: one, or one for each input file."""
    lines = [line.rstrip() for line in output]
    for first, last in ["[]", "{}"]:
        if first in lines and last in lines:
            end = len(lines) - lines[::-1].index(last)
            try:
                found = json.loads("\n".join(lines[lines.index(first) : end]))
            except ValueError:
                return []
            return found if isinstance(found, list) else [found]
    return []
