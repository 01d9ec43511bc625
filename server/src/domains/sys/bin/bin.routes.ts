// /api/sys/bin
import { bin } from '@shuyuan/contract/sys/bin/bin.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageBin, removeFromBin, restoreFromBin, undoDeletion } from './bin.service.ts'

export default serve(bin, { paging: pageBin, restore: restoreFromBin, undo: undoDeletion, delete: removeFromBin })
