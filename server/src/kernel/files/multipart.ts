// Large files that a browser sends to a storage provider in pieces, by addresses that this server signs.

/** A piece that the provider has; `size` in bytes. */
export type StoredPart = { number: number; etag: string; size: number }
/** The request that sends one piece; the body is its bytes, without a content type of its own. */
export type PartRequest = { url: string; headers: Record<string, string> }
/** The request that sends one small object; with `form` the bytes go as the field `file` behind these, without it they are the body, without a type of their own. */
export type SendRequest = PartRequest & { method: 'PUT' | 'POST'; form: Record<string, string> | null }
/** An upload in pieces: the key of the file, and the id that the provider gave. */
export type CloudUpload = { key: string; id: string }

/** What a provider offers for files in pieces. Each call fails storageDown and storageRefused. */
export type Multipart = {
  /** @param maxBytes the size that the file may have, if the provider can limit it @returns the id of the upload */
  begin: (key: string, type: string, maxBytes: number) => Promise<string>
  /** the request that sends the piece of this number (from 1) within some seconds */
  partRequest: (upload: CloudUpload, number: number, seconds: number, maxBytes: number) => PartRequest
  /** the pieces that have arrived; undefined for an upload that was completed, given up, or has expired */
  parts: (upload: CloudUpload) => Promise<StoredPart[] | undefined>
  /** makes one file of the pieces */
  complete: (upload: CloudUpload, parts: readonly StoredPart[], type: string) => Promise<void>
  /** gives an upload up; its pieces are removed */
  abort: (upload: CloudUpload) => Promise<void>
}
