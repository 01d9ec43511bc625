// /api/repo/buy
import { repoBuy } from '@shuyuan/contract/train/buy.ts'
import { serve } from '../../kernel/endpoint.ts'
import { buyRepo } from './buy.service.ts'

export default serve(repoBuy, { init: buyRepo })
