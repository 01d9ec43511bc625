// Replies to calls that the start page sent before the scripts had come (`public/early.js`).

declare global {
  interface Window {
    early?: { token: string; sent: number; replies: Record<string, { body: string; reply: Promise<Response | undefined> }> }
  }
}

/** Older replies are asked for anew. */
const FRESH_MS = 10_000

/** The reply to a call that was sent early with this body and token, once; undefined when there is none or it did not arrive. */
export async function takeEarly(path: string, body: unknown, token: string): Promise<Response | undefined> {
  const { early } = window
  const one = early?.replies[path]
  if (!early || !one || one.body !== JSON.stringify(body ?? {})) return undefined
  delete early.replies[path]
  return early.token === token && Date.now() - early.sent < FRESH_MS ? one.reply : undefined
}
