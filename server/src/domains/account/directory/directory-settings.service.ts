// The settings of the directory sync. The connection is that of the sign-in by the directory.
import type { directory, DirectorySettings } from '@shuyuan/contract/account/directory/directory.ts'
import { DirectoryOrigin, DirectoryState } from '@shuyuan/contract/account/directory/directory.ts'
import { LoginLdap } from '@shuyuan/contract/site/provider/prop-login.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash } from 'node:crypto'
import type * as z from 'zod'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { activeLoginProp } from '../../site/provider/login-prop.service.ts'
import { saveSetting, storedSetting } from '../../site/setting/setting.service.ts'

export type Settings = z.output<typeof DirectorySettings>
export type Connection = z.output<typeof LoginLdap>

const defaults: Settings = {
  nightly: false,
  filter: '(objectClass=person)',
  userNameAttribute: 'uid',
  mobileAttribute: 'mobile',
  emailAttribute: 'mail',
  departFrom: 'ou',
  departAttribute: '',
  deptCode: '',
  maxDisable: 20,
}

export const directorySettings = async (ctx: Pick<Ctx, 'app'>): Promise<Settings> => ({
  ...defaults,
  ...(await storedSetting(ctx, 'directory')),
})

/** The directory in use; undefined while none is set up. */
export async function directoryConnection(app: App): Promise<Connection | undefined> {
  const active = await activeLoginProp({ app }, 'ldap')
  return active?.provider === 'ldap' ? LoginLdap.parse(active.data) : undefined
}

/** Equal for equal settings; the limit and the nightly run do not change whom a plan concerns. */
export function settingsHash({ nightly: _nightly, maxDisable: _maxDisable, ...settings }: Settings, connection: Connection): string {
  const { secret: _secret, ca: _ca, bindDn: _bindDn, filter: _filter, ...place } = connection
  return createHash('sha256')
    .update(JSON.stringify([settings, place]))
    .digest('hex')
}

/** Whether a plan of these settings was carried out on a user's order. */
export async function wasTried({ db }: Pick<Ctx, 'db'>, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('sysDirectoryRun')
    .where('state', '=', DirectoryState.applied)
    .where('origin', '=', DirectoryOrigin.user)
    .where('settingsHash', '=', hash)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Fails at deptCode for a department that does not exist. */
export async function saveDirectorySettings(ctx: Ctx, input: Input<typeof directory.save>): Promise<true> {
  if (input.deptCode !== '') {
    const known = await ctx.db.selectFrom('sysDepart').where('deptCode', '=', input.deptCode).select('id').executeTakeFirst()
    if (!known) failField('deptCode', say('departGone'))
  }
  ctx.change = { before: await directorySettings(ctx), after: input }
  await saveSetting(ctx, 'directory', input)
  return true
}
