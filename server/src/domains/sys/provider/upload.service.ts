// Connects the kernel's file storage with the active provider of type upload.
import type { Site } from '@shuyuan/contract/sys/site/config-site.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { StorageProvider } from '../../../kernel/storage.ts'
import { storageProviderOf } from '../../../providers/storage-provider.ts'
import { listProps, openProp } from './prop-store.service.ts'
import { activeProp, type ActiveProp, onProps } from './prop.service.ts'
import { onSettings, storedSetting } from '../setting/setting.service.ts'

type Mirror = Pick<Site, 'uploadType' | 'ossUpload' | 'localUpload'>
const textAt = (data: Record<string, unknown>, name: string) => (typeof data[name] === 'string' ? data[name] : '')

/** The active storage in the site settings: a read-only copy of the active provider (decisions.md, 18). */
export async function uploadMirror(ctx: Pick<Ctx, 'app'>): Promise<Mirror> {
  const { provider, data } = (await activeProp(ctx, 'upload')) ?? { provider: 'local', data: {} }
  if (provider === 'local') return { uploadType: 'local', localUpload: { localDir: textAt(data, 'localDir'), url: textAt(data, 'url') } }
  const endpoint = textAt(data, 'endpoint') || textAt(data, 'region')
  return { uploadType: provider, ossUpload: { url: textAt(data, 'url'), bucket: textAt(data, 'bucket'), endpoint } }
}

/** The StorageProvider of the active provider; undefined while none is set up. Created once for each change of the settings. */
const cachedStorageOf = appPart((): { cached?: { prop: ActiveProp; storageProvider: StorageProvider } } => ({}))

async function activeStorage(app: App): Promise<StorageProvider | undefined> {
  const part = cachedStorageOf(app)
  const prop = await activeProp({ app }, 'upload')
  if (!prop) return undefined
  if (part.cached?.prop !== prop) part.cached = { prop, storageProvider: storageProviderOf(prop, app) }
  return part.cached.storageProvider
}

/**
 * Passes settings to the kernel, now and after each change: storage providers, hosts that pages may use, the folder for temporary files.
 */
export async function openUpload(app: App): Promise<void> {
  app.storage.useProviders(() => activeStorage(app))
  const refresh = () => {
    readLive(app).catch((error: unknown) => app.log.warn({ err: error }, 'changed settings could not be read'))
  }
  onProps(app, refresh)
  onSettings(app, refresh)
  await readLive(app)
}

async function readLive(app: App) {
  const { tmpDir = '' } = (await storedSetting({ app }, 'site')) as { tmpDir?: string }
  // files stay in the storage they were sent to when another provider becomes active
  const stored = await listProps(app, 'upload')
  const addresses = stored.map(({ data }) => textAt(data, 'url'))
  const active = stored.filter((one) => one.active)
  const sending = active.flatMap((one) => storageProviderOf({ ...one, data: openProp(app, 'upload', one) }, app).sendHosts)
  app.live = { tmpDir, mediaHosts: origins(addresses), sendHosts: origins(sending) }
}

const origins = (addresses: string[]) => [...new Set(addresses.flatMap((one) => (URL.canParse(one) ? [new URL(one).origin] : [])))]
