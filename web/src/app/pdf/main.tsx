// Starts the PDF viewer, a page of its own: /pdf/web/viewer.html?file=… (learner.md §2).
import '../../kernel/theme/tokens.css'
import '../../kernel/theme/base.css'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../../kernel/i18n.ts'
import { Viewer } from './Viewer.tsx'
import { fileIn } from './pdf-file.ts'

await startI18n(async () => (await import('../english.ts')).catalogue)
const root = document.querySelector('#root')
if (root) createRoot(root).render(<Viewer file={fileIn(location.search, location.origin)} />)
