// The way to the page on which a person agrees to sign in with DingTalk.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const dingTalk = endpoints('common/ding-talk', { 'get-url': getUrl('获取钉钉登录地址') })
