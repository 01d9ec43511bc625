// Settings of a site that tests change.
import { config } from '@shuyuan/contract/site/config/config.ts'
import { signIn } from './fixtures.ts'
import type { Site } from './server.ts'

/** Switches the module of certificates on. */
export const openCerts = async (site: Site) => {
  const admin = await signIn(site, 'admin')
  const settings = await admin.call(config.detail, { id: '1' })
  await admin.call(config.save, { ...settings, props: { ...settings.props, moduleCert: true } })
}
