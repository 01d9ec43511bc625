// What is wrong with an input, by key. English stands beside it in site.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const siteTexts = {
  loginTypeWrong: '登录方式不正确',
  ldapUrlForm: '请填写 ldaps:// 或 ldap:// 开头的服务器地址',
  ldapFilterForm: '查找条件中须有 {u}，代表用户名',
  ldapAttributeForm: '属性名由字母、数字和连字符组成',
  providerUnchosen: '服务商必须选择！',
  payWayWrong: '支付方式不正确',
  currencyForm: '币种请填写三个大写字母，例如 USD',
  rateForm: '汇率请填写大于 0 的数，最多六位小数',
  propTypeWrong: '配置类型不正确',
  dicCodeEmpty: '请填写字典编码',
  dicCodeForm: '字典编码只能由字母、数字和下划线组成',
  addressTooLong: '{{label}}的地址过长',
  addressWrong: '{{label}}的地址不正确',
  defaultDepartUnknown: '默认部门不存在',
  defaultDepartUnchosen: '请选择默认部门',
  providerUnchosenUpload: '服务商必须选择',
  providerUnchosenModel: '请先选择智能助手的服务商',
  providerUnchosenLive: '服务提供商不能为空！',
  requiredPlain: '{{label}}不能为空',
  storageNodeEmpty: '存储节点不能为空',
  storageBucketEmpty: '存储空间不能为空',
  accessKeyIdEmpty: 'AccessKeyId不能为空',
  accessKeySecretEmpty: 'AccessKeySecret不能为空',
  pushDomainEmpty: '推流域名不能为空！',
  pushKeyEmpty: '推流秘钥不能为空！',
  pullDomainEmpty: '播流域名不能为空！',
  pullKeyEmpty: '播流秘钥不能为空！',
  roleArnEmpty: '角色ARN必须填写',
  lengthExactly: '必须为{{count}}位字符',
} as const

export const say = speaker(siteTexts)
