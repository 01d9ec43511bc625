// /api/sys/push
import { push } from '@shuyuan/contract/sys/notice/push.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { forgetBrowser, pushKey, saveBrowser } from './push.service.ts'

export default serve(push, { key: pushKey, save: saveBrowser, delete: forgetBrowser })
