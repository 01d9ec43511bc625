// The address of the WeChat page for signing in.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const wx = endpoints('common/wx', { 'get-url': getUrl('获取微信登录地址') })
