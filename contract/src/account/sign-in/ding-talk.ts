// The address of the DingTalk page for signing in.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const dingTalk = endpoints('common/ding-talk', { 'get-url': getUrl('获取钉钉登录地址') })
