// What a site lets the assistant do; everything is off at first.
import { type assistConfig, assistSettings, type AssistSettings } from '@shuyuan/contract/assist/assist.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { saveSetting, storedSetting } from '../../site/setting/setting.service.ts'

/** The stored settings, with the defaults of fields that were added later. */
export const settingsOf = async (app: App): Promise<AssistSettings> => assistSettings.parse(await storedSetting({ app }, 'assist'))

export const findSettings = ({ app }: Pick<Ctx, 'app'>): Promise<AssistSettings> => settingsOf(app)

export async function saveSettings(ctx: Ctx, settings: Input<typeof assistConfig.save>): Promise<true> {
  ctx.change.before = await settingsOf(ctx.app)
  await saveSetting(ctx, 'assist', settings)
  ctx.change.after = settings
  return true
}
