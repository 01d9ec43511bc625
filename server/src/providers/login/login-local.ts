// Test identities in place of third-party accounts, for trying out a site. Never for real use.
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import { fail } from '../../kernel/fail.ts'
import type { LoginProvider } from './login.ts'

export const testIdentities = [
  { openId: 'test-zhang', nickName: '测试·张明' },
  { openId: 'test-li', nickName: '测试·李华' },
  { openId: 'test-wang', nickName: '测试·王芳' },
] as const

/** The user chooses an identity on the page; `code` is `local-` followed by it. `identify` fails thirdRefused for any other code. */
export const localLogin = (loginType: LoginType): LoginProvider => ({
  authorizeUrl: (state, redirectUri) => `/api/sys/user/third-local?${new URLSearchParams({ loginType, state, redirectUri }).toString()}`,
  async identify(code) {
    const known = testIdentities.find(({ openId }) => code === `local-${openId}`)
    return known ? { ...known } : fail('thirdRefused')
  },
})
