// /api/sys/user
import { user } from '@shuyuan/contract/sys/user.ts'
import { serve, withInput } from '../../kernel/endpoint.ts'
import { changeProfile, isComplete, myInfo, myUser, profileInputOf } from './account/account.service.ts'
import { resetForgotten } from './account/forgot.service.ts'
import { findHotel } from './hotel/hotel.service.ts'
import { changePassword } from './account/own-password.service.ts'
import { regDeparts, register } from './account/register.service.ts'
import { faceLogin } from './account/face-login.service.ts'
import { startChallenge } from './face/challenge.service.ts'
import { login, logout, mobileLogin } from './account/sign-in.service.ts'
import { sendSms } from './account/sms.service.ts'
import { checkLdap } from './account/ldap.service.ts'
import { thirdLogin } from './account/third.service.ts'
import { resetTotp } from './account/totp-reset.service.ts'
import { beginTotp, disableTotp, enableTotp, renewRecovery, totpState, verifyTotp } from './account/totp.service.ts'
import {
  auditUsers,
  deleteUsers,
  giveRoles,
  moveUsers,
  resetPasswords,
  setExpiry,
  setUserState,
  unlockUsers,
} from './people/user-batch.service.ts'
import { exportUsers, userTemplate } from './people/user-export.service.ts'
import { findImportState, importUsers } from './people/user-import.service.ts'
import { wrongUserRows } from './people/user-wrong-rows.service.ts'
import { findUserDetail, pageUsers } from './people/user-list.service.ts'
import { userInputOf } from './people/user-hotel.service.ts'
import { saveUser } from './people/user-save.service.ts'

export default serve(user, {
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
})
