// /api/sys/notice
import { notice } from '@shuyuan/contract/sys/notice/notice.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteNotices, findNotice, pageNotices, saveNotice, setNoticeState } from './notice.service.ts'

export default serve(notice, {
  paging: pageNotices,
  detail: findNotice,
  save: saveNotice,
  delete: deleteNotices,
  state: setNoticeState,
})
