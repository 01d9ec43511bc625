// Who may use whom: a domain may name only those above it, so no cycle can be written.
export const uses: Record<string, readonly string[]> = {
  common: [],
  sys: ['common'],
  repo: ['sys'],
  qu: ['sys', 'repo'],
  tmpl: ['sys', 'repo', 'qu'],
  exam: ['sys', 'tmpl'],
  // sitting an exam, watching it included, belongs to papers (docs/decisions/0010)
  paper: ['sys', 'repo', 'qu', 'tmpl', 'exam'],
}

/** Contract folders that have no domain of their own on the server, and who serves them. */
export const servedElsewhere: Record<string, string> = { socket: 'paper' }
