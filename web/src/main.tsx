// Starts the web application.
import './kernel/jitless.ts'
import './kernel/theme/tokens.css'
import './kernel/theme/base.css'
import { issueMessage } from '@shuyuan/contract/kernel/issue-message.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import * as z from '@shuyuan/contract/kernel/z.ts'
import { registerWorker } from './app/install/installed.ts'
import { createRouter } from './app/routes/router.tsx'
import { startI18n } from './kernel/i18n.ts'
import { connectRouter, unasked } from './kernel/call/navigation.ts'
import { queryClient } from './kernel/call/query.ts'
import { proveSecuredBrowser } from './shared/session/secured.ts'
import { watchSession } from './shared/session/session-life.ts'

z.config({ customError: issueMessage() })

await startI18n(async () => (await import('./app/english.ts')).catalogue)
proveSecuredBrowser()
watchSession()
registerWorker()
const router = createRouter()
connectRouter((to) => void router.navigate(to, { state: unasked }))
const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
