// The room on the server's disks.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { disk } from '@shuyuan/contract/site/config/disk.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { diskOf } from '../../../kernel/files/disk.ts'

const MB = 1024 * 1024

/** The state of the disks of the server process that answers. */
export async function diskDetail({ app }: Ctx): Promise<Output<typeof disk.detail>> {
  const watched = diskOf(app)
  const rooms = await watched.rooms()
  const mb = (bytes: number) => Math.floor(bytes / MB)
  return {
    level: await watched.level(),
    disks: rooms.map(({ places, free, size, level }) => ({ places, freeMb: mb(free), sizeMb: mb(size), level })),
  }
}
