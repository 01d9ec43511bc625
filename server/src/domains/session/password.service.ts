// Passwords: hashed with argon2id, two at a time, because hashing shares its threads with file access and compression.
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { isCommonPassword } from '@shuyuan/contract/kernel/password.ts'
import type { App } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { appPart } from '../../kernel/part.ts'
import { openArgon2 } from './argon2.service.ts'

const AT_ONCE = 2
/** No password has this hash; verifying it makes an unknown name take the same time as a known one. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$Jyra4lVDvL3oGymzaC3WsA$vAH02mG5wEeqNs9mygSZrLn8uZCD6JjBPIqSQrAJ+uA'

class Gate {
  #free = AT_ONCE
  #waiting: (() => void)[] = []

  async run<T>(act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((enter) => this.#waiting.push(enter))
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}

const gateOf = appPart(() => new Gate())

/** @returns the PHC string of a password */
export const hashPassword = async (password: string): Promise<string> => (await openArgon2()).hash(password)

/** Whether the password is right. Takes the same time without an account or a usable hash. */
export async function verifyPassword(app: App, stored: string | undefined, password: string): Promise<boolean> {
  const usable = stored !== undefined && stored.startsWith('$argon2')
  const fits = await gateOf(app).run(async () => (await openArgon2()).verify(usable ? stored : decoy, password))
  return usable && fits
}

/** Fails at `password` for a new password that is common or contains one of these account names. */
export function mustBeUncommon(password: string, ...userNames: string[]): void {
  if (userNames.some((name) => isCommonPassword(password, name))) failField('password', sayKernel('passwordCommon'))
}
