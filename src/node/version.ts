import packageFile from '../../package.json' with { type: 'json' }

/** Version of this program, in commands, status replies and the app's info. */
export const programVersion: string = packageFile.version

/** What a node tells of its program over the Ethereum JSON-RPC, as web3_clientVersion. */
export const clientVersion = `chain-tui/v${programVersion}/${process.platform}-${process.arch}/node${process.versions.node}`
