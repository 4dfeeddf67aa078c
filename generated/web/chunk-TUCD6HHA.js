function e(r){return r.normalize("NFC").toLowerCase().normalize("NFC")}export{e as a};
