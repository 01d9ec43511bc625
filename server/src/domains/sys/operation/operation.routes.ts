// /api/sys/backup and /api/sys/status
import { backup } from '@shuyuan/contract/sys/operation/backup.ts'
import { status } from '@shuyuan/contract/sys/operation/status.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { backupDetail, pageBackups, runBackup } from './backup.service.ts'
import { statusDetail } from './status.service.ts'

export default [...serve(backup, { detail: backupDetail, paging: pageBackups, run: runBackup }), ...serve(status, { detail: statusDetail })]
