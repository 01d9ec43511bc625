// /api/sys/bin; /api/sys/list-view; /api/sys/backup and /api/sys/status
import { bin } from '@shuyuan/contract/operation/bin.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageBin, removeFromBin, restoreFromBin, undoDeletion } from './bin.service.ts'
import { listView } from '@shuyuan/contract/operation/list-view.ts'
import { deleteViews, listViews, saveView, setFirstView } from './list-view.service.ts'
import { backup } from '@shuyuan/contract/operation/backup.ts'
import { status } from '@shuyuan/contract/operation/status.ts'
import { backupDetail, pageBackups, runBackup } from './backup.service.ts'
import { statusDetail } from './status.service.ts'

export default [
  ...serve(listView, { list: listViews, save: saveView, delete: deleteViews, 'set-first': setFirstView }),
  ...serve(bin, { paging: pageBin, restore: restoreFromBin, undo: undoDeletion, delete: removeFromBin }),
  ...serve(backup, { detail: backupDetail, paging: pageBackups, run: runBackup }),
  ...serve(status, { detail: statusDetail }),
]
