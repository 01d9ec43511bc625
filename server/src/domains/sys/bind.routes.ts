// /api/sys/user/bind, /api/sys/user/session and the addresses of third parties under /api/common
import { cropWechat } from '@shuyuan/contract/common/crop-wechat.ts'
import { dingTalk } from '@shuyuan/contract/common/ding-talk.ts'
import { wx } from '@shuyuan/contract/common/wx.ts'
import { bind } from '@shuyuan/contract/sys/user/bind.ts'
import { session } from '@shuyuan/contract/sys/user/session.ts'
import { serve } from '../../kernel/endpoint.ts'
import {
  bindInfo,
  bindMobile,
  bindPhoneOf,
  listOwnBinds,
  pageBinds,
  unbindById,
  unbindMobile,
  unbindOwn,
  unbindPhoneOf,
} from './bind.service.ts'
import { endOneSession, listOwnSessions } from './own-session.service.ts'
import { thirdBind, thirdUrl } from './third.service.ts'

export default [
  ...serve(bind, {
    'bind-info': bindInfo,
    'bind-mobile': bindMobile,
    'unbind-mobile': unbindMobile,
    'direct-bind': bindPhoneOf,
    'direct-unbind': unbindPhoneOf,
    'third-bind': thirdBind,
    'bind-list': listOwnBinds,
    unbind: unbindOwn,
    'unbind-by-id': unbindById,
    paging: pageBinds,
  }),
  ...serve(session, { list: listOwnSessions, end: endOneSession }),
  ...serve(wx, { 'get-url': (ctx, input) => thirdUrl(ctx, 'wechat', input) }),
  ...serve(cropWechat, { 'get-url': (ctx, input) => thirdUrl(ctx, 'crop-wechat', input) }),
  ...serve(dingTalk, { 'get-url': (ctx, input) => thirdUrl(ctx, 'ding-talk', input) }),
]
