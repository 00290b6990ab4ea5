//! The work behind `base::msg!`: a format string becomes a template, in which every place is `{}`, and what fills its places.

use std::str::FromStr;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// `message!(base, "…{name}…{}…", argument)` is `base::Message::new("…{}…{}…", &[&name, &argument])`, where `base` is the path of the
/// crate. Formats of places, as in `{name:?}`, are kept.
#[proc_macro]
pub fn message(input: TokenStream) -> TokenStream {
    match expanded(input) {
        Ok(tokens) => tokens,
        Err(error) => format!("::core::compile_error!({error:?})").parse().unwrap_or_default(),
    }
}

fn expanded(input: TokenStream) -> Result<TokenStream, &'static str> {
    let mut parts = split(input).into_iter();
    let base = parts.next().ok_or("the path of the crate is missing")?;
    let literal = parts.next().ok_or("the text is missing")?;
    let (text, span) = text_of(literal)?;
    let mut arguments = parts.filter(|tokens| !tokens.is_empty());
    let (mut template, mut filled) = (String::new(), TokenStream::new());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        template.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if rest.starts_with(brace) {
            template.push_str(&brace.repeat(2));
            rest = &rest[1..];
            continue;
        }
        let end = rest.find('}').filter(|_| brace == "{").ok_or("a brace is alone")?;
        let (name, format) = rest[..end].split_at(rest[..end].find(':').unwrap_or(end));
        rest = &rest[end + 1..];
        template.push_str("{}");
        let argument = match name {
            "" => arguments.next().ok_or("a place has no argument")?,
            // It is a name where the text stands.
            name => TokenTree::from(Ident::new(name, span)).into(),
        };
        let is_code = template.matches('`').count() % 2 == 1;
        filled.extend(place(&base, format, argument, is_code));
    }
    template.push_str(rest);
    if arguments.next().is_some() {
        return Err("an argument has no place");
    }
    Ok(call(base, &template, filled))
}

/// The arguments of a macro, which commas separate.
fn split(input: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in input {
        match (&token, parts.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => parts.push(TokenStream::new()),
            (_, Some(part)) => part.extend([token]),
            (_, None) => {}
        }
    }
    parts
}

/// The value of a string literal, which may stand in the group of a macro's argument.
fn text_of(tokens: TokenStream) -> Result<(String, Span), &'static str> {
    let token = tokens.into_iter().next().ok_or("the text is missing")?;
    match token {
        TokenTree::Group(group) => text_of(group.stream()),
        token => Ok((unescaped(&token.to_string()).ok_or("the text is no string literal")?, token.span())),
    }
}

fn unescaped(literal: &str) -> Option<String> {
    let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut rest = inside.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.next()? {
            'n' => text.push('\n'),
            // A line that goes on.
            '\n' => rest = rest.as_str().trim_start().chars(),
            c @ ('"' | '\\' | '\'') => text.push(c),
            _ => return None,
        }
    }
    Some(text)
}

/// `&format_args!("{format}", argument),`; where no code stands, `base::word(&argument)` sees to it that the argument is no text of
/// one language.
fn place(base: &TokenStream, format: &str, argument: TokenStream, is_code: bool) -> TokenStream {
    let mut inside = TokenStream::from(TokenTree::from(Literal::string(&format!("{{{format}}}"))));
    inside.extend([TokenTree::from(Punct::new(',', Spacing::Alone))]);
    let argument = TokenTree::from(Group::new(Delimiter::None, argument));
    if is_code {
        inside.extend([argument]);
    } else {
        let span = argument.span();
        let reference: TokenStream = [Punct::new('&', Spacing::Alone).into(), argument].into_iter().collect();
        let mut group = Group::new(Delimiter::Parenthesis, reference);
        group.set_span(span);
        inside.extend(base.clone());
        inside.extend(TokenStream::from_str("::word").unwrap_or_default());
        inside.extend([TokenTree::from(group)]);
    }
    let mut tokens: TokenStream = "&::core::format_args!".parse().unwrap_or_default();
    tokens
        .extend([TokenTree::from(Group::new(Delimiter::Parenthesis, inside)), Punct::new(',', Spacing::Alone).into()]);
    tokens
}

/// `{ base::template!("…"); base::Message::new("…", &[…]) }`
fn call(base: TokenStream, template: &str, filled: TokenStream) -> TokenStream {
    let template = TokenTree::from(Literal::string(template));
    let with = |path: &str, arguments: TokenStream| {
        let mut tokens = base.clone();
        tokens.extend(TokenStream::from_str(path).unwrap_or_default());
        tokens.extend([TokenTree::from(Group::new(Delimiter::Parenthesis, arguments))]);
        tokens
    };
    let mut new: TokenStream = [template.clone(), Punct::new(',', Spacing::Alone).into()].into_iter().collect();
    new.extend("&".parse::<TokenStream>().unwrap_or_default());
    new.extend([TokenTree::from(Group::new(Delimiter::Bracket, filled))]);
    let mut body = with("::template!", template.into());
    body.extend([TokenTree::from(Punct::new(';', Spacing::Alone))]);
    body.extend(with("::Message::new", new));
    TokenTree::from(Group::new(Delimiter::Brace, body)).into()
}
