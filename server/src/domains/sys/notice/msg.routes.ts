// /api/sys/user/msg
import { msg } from '@shuyuan/contract/sys/notice/msg.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { countOwnUnread, deleteOwnMsgs, markAllOwnRead, markOwnRead, pageOwnMsgs, readOwnMsg } from './msg.service.ts'

export default serve(msg, {
  paging: pageOwnMsgs,
  'detail-for-read': readOwnMsg,
  'count-unread': countOwnUnread,
  'mark-all-read': markAllOwnRead,
  'mark-read': markOwnRead,
  'user-delete': deleteOwnMsgs,
})
