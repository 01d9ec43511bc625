// Connects the kernel's file storage with the active provider of type upload.
import type { Site } from '@shuyuan/contract/site/config/config-site.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { BUCKET_PLACE, type StorageProvider } from '../../../kernel/storage.ts'
import { whyNotUploadPlace } from '../../../kernel/files/upload-folder.ts'
import { storageProviderOf } from '../../../providers/storage-provider.ts'
import { listProps, openProp } from './prop-store.service.ts'
import { activeProp, type ActiveProp, onProps } from './prop.service.ts'
import { providerOfPrivate, providerOfPublic } from '../../common/file.service.ts'
import { onSettings, siteSecret, storedSetting } from '../setting/setting.service.ts'

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
const cachedStorageOf = appPart((): { cached?: { prop: ActiveProp; storageProvider: StorageProvider | undefined } } => ({}))

async function activeStorage(app: App): Promise<StorageProvider | undefined> {
  const part = cachedStorageOf(app)
  const prop = await activeProp({ app }, 'upload')
  if (!prop) return undefined
  if (part.cached?.prop !== prop) part.cached = { prop, storageProvider: await usable(app, prop) }
  return part.cached.storageProvider
}

/** undefined for a folder that was stored before folders were checked and may not hold uploads: the default folder is used instead. */
async function usable(app: App, prop: ActiveProp): Promise<StorageProvider | undefined> {
  const storageProvider = storageProviderOf(prop, app)
  const { folder } = storageProvider
  if (folder === undefined || !(await whyNotUploadPlace(folder, app.config.dataDir))) return storageProvider
  app.log.error({ folder }, 'the storage folder belongs to the system or to other data of this server: it is not used')
  return undefined
}

/** The provider to which a private upload was sent, active or not; undefined for one in a folder of this server. */
const holdingStorage = async (app: App, key: string) => storageNamed(app, await providerOfPrivate(app, key))

/** The provider to which a public upload without a public address was sent, active or not. */
const openingStorage = async (app: App, key: string) => storageNamed(app, await providerOfPublic(app, BUCKET_PLACE + key))

async function storageNamed(app: App, provider: string | undefined): Promise<StorageProvider | undefined> {
  if (provider === undefined || provider === 'local') return undefined
  const active = await activeStorage(app)
  if (active?.provider === provider) return active
  const row = (await listProps(app, 'upload')).find((one) => one.provider === provider)
  return row && storageProviderOf({ provider, data: openProp(app, 'upload', row) }, app)
}

/** Alipay's page gets the payment as a form. */
async function payHostsOf(app: App): Promise<string[]> {
  const alipay = (await listProps(app, 'pay')).find((row) => row.provider === 'alipay' && row.active)
  return alipay ? [new URL(textAt(alipay.data, 'gateway') || 'https://openapi.alipay.com').origin] : []
}

/**
 * Passes settings to the kernel, now and after each change: storage providers, hosts that pages may use (storage, payment), the folder for temporary files.
 */
export async function openUpload(app: App): Promise<void> {
  app.storage.useProviders(
    () => activeStorage(app),
    (key) => holdingStorage(app, key),
    (key) => openingStorage(app, key),
    (provider) => storageNamed(app, provider),
  )
  app.storage.useSecret(() => siteSecret(app))
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
  const hosts = (one: (typeof stored)[number]) => storageProviderOf({ ...one, data: openProp(app, 'upload', one) }, app).sendHosts
  const active = stored.filter((one) => one.active)
  const sending = active.flatMap(hosts)
  // signed addresses of private files lead to the bucket's own host
  const opening = stored.filter((one) => one.provider !== 'local').flatMap(hosts)
  // a cloud broadcast is played from the service's own host
  const played = (await listProps(app, 'live')).map(({ data }) => `https://${textAt(data, 'pullDomain')}`)
  app.runtime = {
    tmpDir,
    mediaHosts: origins([...addresses, ...opening, ...played]),
    sendHosts: origins(sending),
    payHosts: await payHostsOf(app),
  }
}

const origins = (addresses: string[]) => [...new Set(addresses.flatMap((one) => (URL.canParse(one) ? [new URL(one).origin] : [])))]
