// A failed call and its text (learner.md §8).
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { type PlainText, t } from '../i18n.ts'

const names = new Map<number, ErrorName>()
for (const [name, [code]] of Object.entries(errors)) if (!names.has(code)) names.set(code, name as ErrorName)

export class CallFailure extends Error {
  /** the envelope's code; -1 where no envelope arrived */
  readonly code: number
  /** the first name of the code in the catalogue, or the kind of transport failure */
  readonly reason: ErrorName | 'network' | 'http' | 'unknown'
  readonly data: unknown
  /** the key of the server's message; '' where it has none */
  readonly key: string
  /** the HTTP status of a transport failure; 0: no response */
  readonly http: number | undefined

  constructor(code: number, message: string, data: unknown = null, http?: number) {
    super(message)
    this.name = 'CallFailure'
    this.code = code
    this.reason = http === undefined ? (names.get(code) ?? 'unknown') : http === 0 ? 'network' : 'http'
    this.data = data
    this.key = (data as { key?: string } | null)?.key ?? ''
    this.http = http
  }
}

const wordings: Record<number, PlainText> = {
  0: '服务器无法连接或无法响应！',
  400: '缺少必要参数或参数类型不正确。',
  404: '接口地址错误，请联系管理员。',
  500: '糟糕，服务器开小差了。',
  502: '无法连接到服务器。',
}

const wordingOf = (status: number, message: string) => {
  const known = wordings[status]
  if (known !== undefined) return t(known)
  return message === '' ? t('请求服务器出现错误。') : message
}

/** The failure of an HTTP status; 0 means that no response arrived. `message` is the server's text, if there is one. */
export const httpFailure = (status: number, message = '', code = -1) => new CallFailure(code, wordingOf(status, message), null, status)
