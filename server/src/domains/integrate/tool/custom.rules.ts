// Custom parameters of an opening, with the variables that the standard names (LTI Core 1.3, appendix C).

export type CustomFacts = {
  subject: string
  /** of the person, by whom they are known to tools */
  name: string
  role: string
  locale: string
  issuer: string
  linkId: string
  linkTitle: string
  course?: { id: string; title: string } | undefined
  /** '' without a column for scores */
  lineItem: string
}

/** Names and values, one in each line; undefined for a line without `=` or a name. */
export function customOf(text: string): Record<string, string> | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const pairs = lines.filter((line) => line !== '').map((line) => /^([^=\s][^=]*)=(.*)$/.exec(line))
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name, value]) => [name?.trim(), value?.trim()]))
    : undefined
}

/** A variable that this site does not know, or has no value for here, is sent as it is written: so the standard says. */
export function resolvedCustom(texts: readonly string[], facts: CustomFacts): Record<string, string> {
  const { subject, name, role, locale, issuer, linkId, linkTitle, course, lineItem } = facts
  const values: Record<string, string | undefined> = {
    '$User.id': subject,
    '$Person.sourcedId': subject,
    '$Person.name.full': name,
    '$Membership.role': role,
    '$Message.locale': locale,
    '$Message.documentTarget': 'window',
    '$ToolPlatformInstance.guid': issuer,
    '$ResourceLink.id': linkId,
    '$ResourceLink.title': linkTitle,
    '$Context.id': course?.id,
    '$Context.title': course?.title,
    '$Context.label': course?.title,
    '$Context.type': course && 'CourseOffering',
    '$CourseSection.sourcedId': course?.id,
    '$CourseOffering.title': course?.title,
    '$LineItem.url': lineItem || undefined,
  }
  const given: Record<string, string> = Object.assign({}, ...texts.map(customOf))
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, values[value] ?? value]))
}
