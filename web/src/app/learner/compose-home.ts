// As compose.ts, for the learner's home; part of the layout, because the room of an exam has neither.
import { lazy } from 'react'
import { homeTools } from '../../domains/course/catalog/home-tools.ts'

const loadToday = async () => ({ default: (await import('../../domains/stat/dashboard/Today.tsx')).Today })
// at once, beside the page
if (window.location.pathname === '/web/index') void loadToday().catch(() => undefined)

homeTools.set({ Today: lazy(loadToday) })
