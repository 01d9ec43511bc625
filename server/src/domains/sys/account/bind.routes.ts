// /api/sys/user/bind and the addresses of third parties under /api/common
import { cropWechat } from '@shuyuan/contract/sys/account/crop-wechat.ts'
import { dingTalk } from '@shuyuan/contract/sys/account/ding-talk.ts'
import { ldap } from '@shuyuan/contract/sys/account/ldap.ts'
import { oidc } from '@shuyuan/contract/sys/account/oidc.ts'
import { wx } from '@shuyuan/contract/sys/account/wx.ts'
import { bind } from '@shuyuan/contract/sys/account/bind.ts'
import { serve } from '../../../kernel/endpoint.ts'
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
  ...serve(wx, { 'get-url': (ctx, input) => thirdUrl(ctx, 'wechat', input) }),
  ...serve(cropWechat, { 'get-url': (ctx, input) => thirdUrl(ctx, 'crop-wechat', input) }),
  ...serve(dingTalk, { 'get-url': (ctx, input) => thirdUrl(ctx, 'ding-talk', input) }),
  ...serve(ldap, { 'get-url': (ctx, input) => thirdUrl(ctx, 'ldap', input) }),
  ...serve(oidc, { 'get-url': (ctx, input) => thirdUrl(ctx, 'oidc', input) }),
]
