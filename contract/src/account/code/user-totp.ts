// The second factor of back-office users: part of the endpoints of /api/sys/user.
import { say } from '../account.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { ids, isStorable, moment } from '../../kernel/field.ts'

/** What a session has to do before anything else: enter a code, or set up a second factor because a role requires one. */
export const FactorStep = { code: 'code', enrol: 'enrol' } as const
export type FactorStep = (typeof FactorStep)[keyof typeof FactorStep]

/** A code of the authenticator app, or where the text allows it a recovery code. */
const code = z
  .string({ error: encoded(say('totpCodeEmpty')) })
  .trim()
  .min(1, encoded(say('totpCodeEmpty')))
  .max(40)
  .refine(isStorable)
  .meta({ title: '验证码', control: 'text' })
const password = z
  .string({ error: encoded(sayKernel('passwordEmpty')) })
  .min(1, encoded(sayKernel('passwordEmpty')))
  .max(200)
  .meta({ title: '登录密码', control: 'password' })
const Codes = z.object({ recoveryCodes: z.array(z.string()) })
const rate = { by: 'user', max: 30, seconds: 60 } as const
const early = { permit: 'any', unlicensed: true, beforeFactor: true } as const

export const totpCalls = {
  'totp-state': query({
    ...early,
    title: '两步验证状态',
    input: z.object({}),
    output: z.object({
      enabledTime: moment('开启时间').nullable(),
      /** unused recovery codes */
      recoveryLeft: z.int(),
      /** whether a role of the caller requires it */
      required: z.boolean(),
      step: z.enum(FactorStep).nullable(),
    }),
  }),
  /** A new key, which counts after `totp-enable`. `uri` is for the QR code, `secret` for typing. */
  'totp-begin': hot({
    ...early,
    title: '设置两步验证',
    rate,
    input: z.object({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  /** Confirms the key with its first code. Answers the recovery codes, which are not shown again. */
  'totp-enable': hot({ ...early, title: '开启两步验证', rate, input: z.object({ code }), output: Codes }),
  /** The second step of a sign-in, with a code or a recovery code. */
  'totp-verify': hot({ ...early, title: '两步验证', rate, input: z.object({ code }), output: z.literal(true) }),
  /** Replaces the recovery codes. */
  'totp-recovery': hot({ title: '重新生成恢复码', permit: 'any', rate, input: z.object({ password, code }), output: Codes }),
  'totp-disable': hot({ title: '关闭两步验证', permit: 'any', rate, input: z.object({ password, code }), output: z.literal(true) }),
  /** Removes the second factor of users who lost theirs, and ends their sessions. */
  'totp-reset': command({
    apiToken: false,
    title: '重置两步验证',
    permit: 'sys:user:totp',
    input: ids('用户'),
    output: z.literal(true),
  }),
}

/** The same endpoints for the second step of a sign-in, without the back-office forms. */
export const totp = endpoints('sys/user', totpCalls)
