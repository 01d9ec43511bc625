import type { Translated } from '../kernel/message.ts'
import type { integrateServerTexts } from './integrate.server.texts.ts'

export const integrateServerTextsEn: Translated<typeof integrateServerTexts> = {
  ltiAddress: 'A complete https address; services inside the network are added to OUTGOING_ALLOW by the operator',
  ltiOneOnly: 'The learning platform takes one only',
  ltiNotOffered: 'A chosen exam or course is gone, not enabled, or not yours to offer',
  toolAddress: 'A complete web address such as https://tool.example/lti',
  toolIssuer: 'The address of this site without a path, such as https://exam.example.com',
  toolKey: 'This is no public key. Please enter one as PEM or JWK',
  toolCustom: 'One parameter in each line, such as id=5 or name=$Person.name.full',
  toolInUse: 'A course file opens this tool, so it cannot be deleted',
  toolGone: 'The tool is gone or switched off',
  toolFixed: 'The tool of a link cannot change. Please make a new link',
  ltiTaken: 'A platform with this issuer and client ID exists',
  hookScope: 'Messages are about all users, so this needs the data scope of all data',
  hookAddressForm: 'Please enter a whole address such as https://hr.example.com/hook',
  hookAddressScheme: 'The address must begin with https. For a service inside your network, ask the operator to add it to OUTGOING_ALLOW',
  hookAddressInside: 'The address leads into the internal network. If it is needed, ask the operator to add it to OUTGOING_ALLOW',
  hookKindFixed: 'The kind of a receiver cannot change. Please make a new one',
  hookEventsStatement: 'A learning record store is only told of marked papers and finished courses',
  hookAccountEmpty: 'Please enter the user name there',
  hookPasswordEmpty: 'Please enter the password there',
  hookHomePage: 'Please enter the address of this site, such as https://exam.example.com',
  hookSecretKind: 'Only webhooks have a signing key',
}
