// What is wrong with an input, by key. English stands beside it in account.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const accountTexts = {
  bindUnchosen: '请选择绑定账号',
  bindGone: '绑定账号不存在',
  smsCodeEmpty: '短信验证码不能为空',
  smsWrong: '短信验证码错误或已失效',
  thirdCodeNone: '第三方平台没有返回授权码',
  thirdStateWrong: '登录请求不正确',
  thirdUseWrong: '用途不正确',
  directoryFilterForm: '条件须写在括号中，如 (objectClass=person)',
  directoryDepartAttribute: '按属性同步部门时须填写部门属性',
  oldPasswordEmpty: '旧密码不能为空！',
  passwordSame: '新密码不能与旧密码一致！',
  smsTypeWrong: '短信类型不正确',
  userNameForm: '用户名只能由文字、数字、下划线、点、横线和@组成',
  captchaEmpty: '图形验证码不能为空！',
  faceUntaken: '请先拍摄人脸照片',
  photoOver: '照片过大',
  idCardEmpty: '身份证号不能为空！',
  trueNameEmpty: '真实姓名不能为空！',
  faceNotUploaded: '人脸照片必须上传！',
  sexEmpty: '性别不能为空！',
  ageEmpty: '年龄不能为空！',
  birthdayEmpty: '出生日期不能为空！',
  residenceEmpty: '户籍所在地不能为空！',
  contactEmpty: '联系方式不能为空！',
  newPasswordEmpty: '新的密码不能为空！',
  totpCodeEmpty: '请输入验证码',
  oldPasswordWrong: '旧密码错误',
} as const

export const say = speaker(accountTexts)
