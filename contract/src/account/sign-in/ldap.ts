// The address of this site's page for signing in with an account of the directory.
import { endpoints } from '../../kernel/endpoint.ts'
import { getUrl } from './third-url.ts'

export const ldap = endpoints('common/ldap', { 'get-url': getUrl('获取目录账号登录地址') })
