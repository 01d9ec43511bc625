// /api/sys/user
import { user } from '@shuyuan/contract/sys/user.ts'
import { serve } from '../../kernel/endpoint.ts'
import { login, logout, mobileLogin } from './sign-in.service.ts'
import { sendSms } from './sms.service.ts'
import { isComplete, myInfo, myUser, pageUsers } from './user.service.ts'

export default serve(user, {
  login,
  sms: sendSms,
  'mobile-login': mobileLogin,
  info: myInfo,
  currentUser: myUser,
  isComplete,
  logout,
  paging: pageUsers,
})
