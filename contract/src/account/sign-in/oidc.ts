// The address of the OpenID Connect provider's page for signing in.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const oidc = endpoints('common/oidc', { 'get-url': getUrl('获取统一身份认证登录地址') })
