// Verifies that a name, an identity number and a photo belong to one person.
/** `face`: address of the photo */
export type IdentityRequest = { userId: string; realName: string; idCard: string; face: string }
/** unknown: no verdict, a person must decide */
export type IdentityOpinion = {
  verdict: 'passed' | 'rejected' | 'unknown'
  /** shown to auditors, and with a verdict to the user */ reason: string
}
/** May throw when the service fails. */
export type IdentityProvider = { verify: (request: IdentityRequest) => Promise<IdentityOpinion> }
