// Reads the keys of a merchant account.
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

/** The bytes: PEM with or without its line breaks, or the bare base64 that Alipay's tools output. */
const bytesOf = (text: string) => Buffer.from(text.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64')

/** The first format that yields an RSA key. */
function readKey(...formats: (() => KeyObject)[]): KeyObject | undefined {
  for (const read of formats) {
    try {
      const key = read()
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // try the next format
    }
  }
  return undefined
}

/** A merchant's private key, PKCS#8 or PKCS#1; undefined for anything else. */
export function privateKeyOf(text: string): KeyObject | undefined {
  const key = bytesOf(text)
  return readKey(
    () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  )
}

/** A provider's public key, or the one in its certificate; undefined for anything else. */
export function publicKeyOf(text: string): KeyObject | undefined {
  const key = bytesOf(text)
  return readKey(
    () => createPublicKey({ key, format: 'der', type: 'spki' }),
    () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
    () => new X509Certificate(key).publicKey,
  )
}
