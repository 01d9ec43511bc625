// Whether the keys of a merchant account are readable: checked when they are saved, not at the first payment.
import { privateKeyOf, publicKeyOf } from '../../../providers/pay-keys.ts'

/** Names of the fields that should hold an RSA key and do not. */
export function unreadableKey(name: string, data: Record<string, unknown>): string[] {
  const text = (field: string) => {
    const value = data[field]
    return typeof value === 'string' ? value : ''
  }
  const publicField = { wechat: 'platformKey', alipay: 'alipayPublicKey' }[name]
  if (publicField === undefined) return []
  const publicFields = [publicField, ...(text('platformKey2') === '' ? [] : ['platformKey2'])]
  return [...(privateKeyOf(text('privateKey')) ? [] : ['privateKey']), ...publicFields.filter((field) => !publicKeyOf(text(field)))]
}
