// KaTeX with the notation of chemistry (`\ce`, `\pu`) and its style sheet: one file of the build for every page with formulas.
import katex from 'katex'
import 'katex/contrib/mhchem'
import 'katex/dist/katex.min.css'

export { katex }
