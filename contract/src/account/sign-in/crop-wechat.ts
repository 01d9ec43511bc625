// The address of the WeCom page for signing in.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const cropWechat = endpoints('common/crop-wechat', { 'get-url': getUrl('获取企业微信登录地址') })
