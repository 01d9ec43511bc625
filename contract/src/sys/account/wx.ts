// The way to the page on which a person agrees to sign in with WeChat.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const wx = endpoints('common/wx', { 'get-url': getUrl('获取微信登录地址') })
