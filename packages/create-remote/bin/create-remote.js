#!/usr/bin/env node
import '../dist/create-remote.js';
