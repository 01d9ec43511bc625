// The way to the page on which a person agrees to sign in with WeCom.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const cropWechat = endpoints('common/crop-wechat', { 'get-url': getUrl('获取企业微信登录地址') })
