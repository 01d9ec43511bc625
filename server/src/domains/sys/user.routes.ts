// /api/sys/user
import { user } from '@shuyuan/contract/sys/user.ts'
import { serve } from '../../kernel/endpoint.ts'
import { changeProfile, isComplete, myInfo, myUser } from './account.service.ts'
import { resetForgotten } from './forgot.service.ts'
import { findHotel } from './hotel.service.ts'
import { changePassword } from './own-password.service.ts'
import { regDeparts, register } from './register.service.ts'
import { faceLogin, login, logout, mobileLogin } from './sign-in.service.ts'
import { sendSms } from './sms.service.ts'
import { thirdLogin } from './third.service.ts'
import { auditUsers, deleteUsers, giveRoles, moveUsers, resetPasswords, setExpiry, setUserState } from './user-batch.service.ts'
import { exportUsers, userTemplate } from './user-export.service.ts'
import { findImportState, importUsers } from './user-import.service.ts'
import { findUserDetail, pageUsers } from './user-list.service.ts'
import { saveUser } from './user-save.service.ts'

export default serve(user, {
  login,
  sms: sendSms,
  'mobile-login': mobileLogin,
  'face-login': faceLogin,
  'third-login': thirdLogin,
  reg: register,
  'reg-departs': regDeparts,
  forgot: resetForgotten,
  info: myInfo,
  currentUser: myUser,
  update: changeProfile,
  'update-pass': changePassword,
  queryHotelInfo: findHotel,
  isComplete,
  logout,
  paging: pageUsers,
  detail: findUserDetail,
  save: saveUser,
  delete: deleteUsers,
  state: setUserState,
  audit: auditUsers,
  'reset-pass': resetPasswords,
  'batch-dept': moveUsers,
  'batch-role': giveRoles,
  'batch-expire': setExpiry,
  export: exportUsers,
  import: importUsers,
  'import-state': findImportState,
  'import-template': userTemplate,
})
