// /api/paper/fix
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageFixes, pageFixLog } from './fix-history.service.ts'
import { findItem } from './fix-item.service.ts'
import { commitFix, previewFix } from './fix.service.ts'

export default serve(fix, { item: findItem, preview: previewFix, commit: commitFix, paging: pageFixes, 'log-paging': pageFixLog })
