// Cloud folders into which a browser may upload directly: one per user and grant.

/** `image/202611/17-9f86d081/`: scene, month, user id, random part. */
export const grantPrefix = (scene: string, at: Date, userId: string, random: string) =>
  `${scene}/${at.toISOString().slice(0, 7).replace('-', '')}/${userId}-${random}/`

/** Whether a key lies in a folder granted to this user for this scene, and has the name format of our clients. */
export function isGrantedKey(key: string, scene: string, userId: string): boolean {
  const parts = /^([a-z]+)\/\d{6}\/(\d{1,18})-[\da-f]{16}\/[\da-f]{32}\.[a-z\d]{1,8}$/.exec(key)
  return parts !== null && parts[1] === scene && parts[2] === userId
}
