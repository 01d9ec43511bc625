// What every provider of e-mail gives.
export type MailFile = { name: string; type: string; body: Buffer }

export type Mail = {
  to: string
  subject: string
  text: string
  /** the same for programs that show HTML */
  html: string
  files?: readonly MailFile[]
}

export type MailProvider = {
  /**
   * Sends one message; it was accepted by the server when this resolves. Fails mailRefused for a refusal of the server, mailDown without a
   * connection. Throws MailUnknown when the connection broke after the message was sent: it may have arrived.
   */
  send: (mail: Mail) => Promise<void>
}

export class MailUnknown extends Error {}
