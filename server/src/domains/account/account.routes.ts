// /api/sys/user/bind and the addresses of third parties under /api/common; /api/sys/user
import { cropWechat } from '@shuyuan/contract/account/sign-in/crop-wechat.ts'
import { dingTalk } from '@shuyuan/contract/account/sign-in/ding-talk.ts'
import { ldap } from '@shuyuan/contract/account/sign-in/ldap.ts'
import { oidc } from '@shuyuan/contract/account/sign-in/oidc.ts'
import { wx } from '@shuyuan/contract/account/sign-in/wx.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { serve, withInput } from '../../kernel/endpoint.ts'
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
} from './own/bind.service.ts'
import { thirdBind, thirdUrl, thirdLogin } from './sign-in/third.service.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { changeProfile, isComplete, myInfo, myUser, profileInputOf } from './own/account.service.ts'
import { resetForgotten } from './sign-in/forgot.service.ts'
import { findHotel } from '../people/hotel/hotel.service.ts'
import { changePassword, chooseFirstPassword } from './own/own-password.service.ts'
import { regDeparts, register } from './sign-in/register.service.ts'
import { faceLogin } from './sign-in/face-login.service.ts'
import { startChallenge } from '../face/challenge.service.ts'
import { login, logout, mobileLogin } from './sign-in/sign-in.service.ts'
import { sendSms } from './code/sms.service.ts'
import { checkLdap } from './sign-in/ldap.service.ts'
import { resetTotp } from './code/totp-reset.service.ts'
import { beginTotp, disableTotp, enableTotp, renewRecovery, totpState, verifyTotp } from './code/totp.service.ts'
import {
  auditUsers,
  deleteUsers,
  giveRoles,
  moveUsers,
  resetPasswords,
  setExpiry,
  setUserState,
  unlockUsers,
} from '../people/user/user-batch.service.ts'
import { exportUsers, userTemplate } from '../people/user/user-export.service.ts'
import { findImportState, importUsers } from '../people/user/user-import.service.ts'
import { wrongUserRows } from '../people/user/user-wrong-rows.service.ts'
import { findUserDetail, pageUsers } from '../people/user/user-list.service.ts'
import { userInputOf } from '../people/user/user-hotel.service.ts'
import { saveUser } from '../people/user/user-save.service.ts'

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
  ...serve(user, {
    login,
    sms: sendSms,
    'mobile-login': mobileLogin,
    'face-challenge': startChallenge,
    'face-login': faceLogin,
    'third-login': thirdLogin,
    'ldap-check': checkLdap,
    reg: register,
    'reg-departs': regDeparts,
    forgot: resetForgotten,
    info: myInfo,
    currentUser: myUser,
    update: withInput(changeProfile, profileInputOf),
    'update-pass': changePassword,
    'first-pass': chooseFirstPassword,
    queryHotelInfo: findHotel,
    isComplete,
    logout,
    'totp-state': totpState,
    'totp-begin': beginTotp,
    'totp-enable': enableTotp,
    'totp-verify': verifyTotp,
    'totp-recovery': renewRecovery,
    'totp-disable': disableTotp,
    'totp-reset': resetTotp,
    paging: pageUsers,
    detail: findUserDetail,
    save: withInput(saveUser, userInputOf),
    delete: deleteUsers,
    state: setUserState,
    audit: auditUsers,
    'reset-pass': resetPasswords,
    unlock: unlockUsers,
    'batch-dept': moveUsers,
    'batch-role': giveRoles,
    'batch-expire': setExpiry,
    export: exportUsers,
    import: importUsers,
    'import-state': findImportState,
    'import-template': userTemplate,
    'import-wrong': wrongUserRows,
  }),
]
