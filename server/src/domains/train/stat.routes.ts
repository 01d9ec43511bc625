// /api/repo/stat
import { repoStat } from '@shuyuan/contract/train/stat.ts'
import { serve } from '../../kernel/endpoint.ts'
import { repoOverview } from './stat.service.ts'

export default serve(repoStat, { overview: repoOverview })
