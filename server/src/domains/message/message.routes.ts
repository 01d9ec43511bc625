// /api/sys/user/msg; /api/sys/notice; /api/sys/push
import { msg } from '@shuyuan/contract/message/msg.ts'
import { serve } from '../../kernel/endpoint.ts'
import { countOwnUnread, deleteOwnMsgs, markAllOwnRead, markOwnRead, pageOwnMsgs, readOwnMsg } from './msg.service.ts'
import { notice } from '@shuyuan/contract/message/notice.ts'
import { deleteNotices, findNotice, pageNotices, saveNotice, setNoticeState } from './notice.service.ts'
import { push } from '@shuyuan/contract/message/push.ts'
import { forgetBrowser, pushKey, saveBrowser } from './push.service.ts'

export default [
  ...serve(msg, {
    paging: pageOwnMsgs,
    'detail-for-read': readOwnMsg,
    'count-unread': countOwnUnread,
    'mark-all-read': markAllOwnRead,
    'mark-read': markOwnRead,
    'user-delete': deleteOwnMsgs,
  }),
  ...serve(notice, {
    paging: pageNotices,
    detail: findNotice,
    save: saveNotice,
    delete: deleteNotices,
    state: setNoticeState,
  }),
  ...serve(push, { key: pushKey, save: saveBrowser, delete: forgetBrowser }),
]
